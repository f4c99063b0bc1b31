/**
 * The styles of the HTML report, light, and printable on A4: page one is the summary with its figure and stands alone, no row and no
 * figure is cut by a page, the appendix is small. No `<` and no `&`, so that it can be put unescaped into
 * a style element.
 */
export const REPORT_STYLE = `:root { color-scheme: light; }
body { margin: 0; background: #ffffff; color: #15202b; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
main { max-width: 900px; margin: 0 auto; padding: 24px 20px 48px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; padding-top: 8px; border-top: 1px solid #d5dbe1; font-size: 18px; }
h3 { margin: 20px 0 4px; font-size: 15px; }
p, ul, ol, dl, table, pre { margin: 8px 0; }
nav { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 13px; }
a { color: #0b5cad; overflow-wrap: anywhere; }
li, dd, td { overflow-wrap: anywhere; }
dl div { display: flex; gap: 12px; padding: 2px 0; border-bottom: 1px solid #e7ebef; }
dt { flex: 0 0 130px; color: #51606e; }
dd { flex: 1; min-width: 0; margin: 0; }
dd ul { margin: 0; padding-left: 18px; }
#summary dl div { padding: 5px 0; }
#differences td { white-space: nowrap; }
#summary dt { color: #15202b; font-weight: 600; }
#summary h2 + p { font-size: 18px; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 10px 4px 0; border-bottom: 1px solid #e7ebef; font-weight: 400; text-align: left; vertical-align: top; }
thead th { color: #51606e; border-color: #d5dbe1; }
#timeline th, #timeline td { width: 1%; white-space: nowrap; }
#timeline th:last-child, #timeline td:last-child { width: auto; white-space: normal; }
pre { padding: 10px 12px; background: #f5f7f9; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font: 13px ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
figure { margin: 16px 0; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption { color: #51606e; font-size: 13px; }
.note { margin: 12px 0; padding: 4px 14px; border-left: 4px solid #0b5cad; background: #f5f7f9; }
.note-place { color: #51606e; font-size: 13px; font-weight: 600; }
.appendix { font-size: 13.5px; }
@media print {
  @page { size: A4; margin: 8mm 14mm; }
  body { font-size: 8.4pt; line-height: 1.28; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  h1 { font-size: 16pt; }
  h2 { margin: 9pt 0 3pt; padding-top: 3pt; font-size: 12pt; }
  h3 { margin: 8pt 0 2pt; font-size: 9.5pt; }
  p, ul, ol, dl, table, pre { margin: 4pt 0; }
  pre { padding: 5pt 7pt; }
  table { font-size: 8.5pt; }
  th, td { padding: 1.5pt 8pt 1.5pt 0; }
  code, figcaption { font-size: 8.5pt; }
  figure { margin: 4pt 0; }
  h1, h2, h3, thead { break-after: avoid; }
  figure, tr, li, p, .note, dl div { break-inside: avoid; }
  #summary h2 + p { font-size: 11pt; }
  #summary dl { font-size: 9pt; line-height: 1.25; }
  #summary dl div { padding: 1pt 0; }
  #differences table { font-size: 7pt; }
  #differences th, #differences td { padding: 0.5pt 8pt 0.5pt 0; }
  dt { flex-basis: 88pt; }
  .appendix { font-size: 7pt; line-height: 1.12; }
  .appendix h2 { margin: 6pt 0 2pt; padding-top: 2pt; font-size: 10pt; column-span: all; }
  .appendix h3 { margin: 5pt 0 1pt; font-size: 8pt; }
  .appendix table { font-size: 7pt; }
  .appendix th, .appendix td { padding: 0.5pt 8pt 0.5pt 0; }
  .appendix dt { flex-basis: 66pt; }
  .appendix dl div { gap: 6pt; padding: 0.5pt 0; }
  #carried dl { columns: 2; }
  .appendix p, .appendix ul, .appendix dl, .appendix table { margin: 1.5pt 0; }
  .appendix ul { padding-left: 12pt; }
  :is(#evidence, #others) td:nth-child(2) { white-space: nowrap; }
  :is(#evidence, #others) th:nth-child(1) { width: 34%; }
  :is(#evidence, #others) td:nth-child(3), :is(#evidence, #others) td:nth-child(4) { width: 21%; }
  :is(#evidence, #others) td:nth-child(5) { width: 12%; }
  :is(#evidence, #others) td:nth-child(6) { width: 1%; }
  #summary ol { margin: 2pt 0; }
  #summary figure svg { width: 100%; }
  #evidence:not(.appendix) { break-before: page; }
  #evidence table { font-size: 7pt; line-height: 1.12; }
  #evidence th, #evidence td { padding: 0.5pt 8pt 0.5pt 0; }
  #evidence figure svg { width: 84%; }
  :is(#evidence, #others) ol { columns: 2; column-gap: 18pt; margin: 2pt 0; }
  /* The steps tell it; the picture is in the file. */
  .appendix figure[data-figure="close-up"] { display: none; }
  :is(#evidence, #others) dl div, :is(#evidence, #others) dt, :is(#evidence, #others) dd { display: inline; border: 0; }
  :is(#evidence, #others) dt::after { content: ": "; }
  :is(#evidence, #others) dd::after { content: ". "; }
  #quality { columns: 2; column-gap: 14pt; font-size: 7pt; }
  a { color: inherit; }
  .links { padding: 0; }
  .links li { display: inline; margin-right: 8pt; }
  .note a::after, .links a::after { content: " (" attr(href) ")"; font-size: 8pt; }
}`;
