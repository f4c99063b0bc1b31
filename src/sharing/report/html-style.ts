/**
 * The styles of the HTML report, light and printable. No `<` and no `&`, so that it can be put unescaped
 * into a style element.
 */
export const REPORT_STYLE = `:root { color-scheme: light; }
body { margin: 0; background: #ffffff; color: #15202b; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
main { max-width: 1000px; margin: 0 auto; padding: 24px 20px 48px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; padding-top: 8px; border-top: 1px solid #d5dbe1; font-size: 18px; }
h3 { margin: 20px 0 4px; font-size: 15px; }
p, ul, ol, dl, table, pre { margin: 8px 0; }
nav { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 13px; }
a { color: #0b5cad; overflow-wrap: anywhere; }
li, dd, td { overflow-wrap: anywhere; }
dl div { display: flex; gap: 12px; padding: 2px 0; border-bottom: 1px solid #e7ebef; }
dt { flex: 0 0 150px; color: #51606e; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 10px 4px 0; border-bottom: 1px solid #e7ebef; font-weight: 400; text-align: left; vertical-align: top; }
thead th { color: #51606e; border-color: #d5dbe1; }
pre { padding: 10px 12px; background: #f5f7f9; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font: 13px ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
figure { margin: 20px 0; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption { color: #51606e; font-size: 13px; }
.note { margin: 12px 0; padding: 4px 14px; border-left: 4px solid #0b5cad; background: #f5f7f9; }
.note-place { color: #51606e; font-size: 13px; font-weight: 600; }
@media print {
  @page { margin: 16mm; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  nav { display: none; }
  h2, h3 { break-after: avoid; }
  figure, table, .note, dl div { break-inside: avoid; }
  a { color: inherit; }
  .note a::after, .links a::after { content: " (" attr(href) ")"; font-size: 9pt; }
}`;
