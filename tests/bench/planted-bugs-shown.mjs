/** The planted bugs in what the program shows and saves: painters and panels, digests, exports, filter. */

const PANELS = [
  {
    id: 'panel-peak',
    file: 'src/drawing/painters/pixel-columns.ts',
    from: 'const highest = slice.values[at + 2];',
    to: 'const highest = slice.values[at + 3];',
    seen: 'A peak of bytes in flight or RTT that rises and falls within one pixel column is not drawn.',
  },
  {
    id: 'panel-pto-filled',
    file: 'src/drawing/painters/paint-pto.ts',
    from: '(height * (count - spurious)) / count',
    to: '(height * spurious) / count',
    seen: 'Bars of needed PTOs are hollow, those of spurious ones filled.',
  },
  {
    id: 'panel-loss-inferred',
    file: 'src/drawing/panels/loss.ts',
    from: "'ack-gap': 'diagonal'",
    to: "'ack-gap': 'solid'",
    seen: 'Losses inferred from ACK gaps are drawn solid, as if the stack had logged them.',
  },
  {
    id: 'panel-entries',
    file: 'src/drawing/panels/oscillation.ts',
    from: 'plural(spacing.total + 1,',
    to: 'plural(spacing.total,',
    seen: 'The Oscillation panel tells one entry into recovery fewer than are in view.',
  },
  {
    id: 'panel-limits-swapped',
    file: 'src/drawing/panels/build/share-panel.ts',
    from:
      '  const from = indexesOf(shares);\n' +
      '  return shares.entries.map((entry, i) => ({ entry, ...bySlice[from[i]] }));',
    to: '  return shares.entries.map((entry, i) => ({ entry, ...bySlice[i] }));',
    seen: 'Legend, sentence and table of Limits give the share of the window to the application, as the trace begins.',
  },
  {
    id: 'panel-free-divergence',
    file: 'src/drawing/panels/congestion/congestion-model.ts',
    from: '  if (model.counterfactual !== null) return model.counterfactual.firstDivergenceUs;\n',
    to: '',
    seen: 'Over a model on its own the mark and the words give the first divergence of the one that follows the log.',
  },
  {
    id: 'panel-late-ack',
    file: 'src/drawing/panels/sequence/sequence-marks.ts',
    from: 'if (fate === FATE.acked || fate === FATE.spurious) {',
    to: 'if (fate === FATE.acked) {',
    seen: 'In Sequence a packet that was declared lost and acknowledged later has no mark where its ACK came.',
  },
];

const DIGESTS = [
  {
    id: 'digest-ptos-in-a-row',
    file: 'src/sharing/digest/coarsen.ts',
    from: 'Math.max(consecutive[place(column)], most)',
    to: 'most',
    seen: 'In a small digest the bars of a PTO storm are lower than in the trace, or gone.',
  },
  {
    id: 'digest-shares-whole',
    file: 'src/sharing/digest/resample.ts',
    from: 'Math.min(1, block.window.columnUs / drawn.window.columnUs)',
    to: 'block.window.columnUs / drawn.window.columnUs',
    seen: 'Zoomed in on a digest, States and Limits run far beyond 100 %.',
  },
  {
    id: 'digest-range-end',
    file: 'src/sharing/digest/answer.ts',
    from: ' &&\n    Math.abs(request.visible.toUs - visible.toUs) <= tolerance',
    to: '',
    seen: 'Zoomed in from the end, a digest still tells spacing and RTT of the whole range that it was made for.',
  },
  {
    id: 'digest-evidence-of-notes',
    file: 'src/sharing/digest/fit.ts',
    from: "return severity !== 'info';",
    to: "return severity === 'critical';",
    seen: 'A link that says it lacks the evidence of notes only lacks that of warnings too.',
  },
];

const EXPORTS = [
  {
    id: 'export-cut-pto-count',
    file: 'src/engine/input/formats/qlog/write/carried-forward.ts',
    from: '    if (ptoCount !== 0) delete data.pto_count;\n',
    to: '',
    seen: 'A cut that begins after timeouts shows them again at its beginning.',
  },
  {
    id: 'export-cut-loss-counter',
    file: 'src/engine/input/formats/qlog/write/rules.ts',
    from: '{ total: total - lostBefore }',
    to: '{ total }',
    seen: 'A cut begins with a burst of losses: all those that were counted before it.',
  },
  {
    id: 'export-report-overlap',
    file: 'src/sharing/report/sections/sections-findings.ts',
    from: 'const fromUs = Math.max(finding.startUs, endUs);',
    to: 'const fromUs = finding.startUs;',
    seen: 'A report with overlapping alarms says that they cover 12 s of 10 s, 120 % of the trace.',
  },
  {
    id: 'export-rows-in-force',
    file: 'src/sharing/report/figures/series-rows.ts',
    from: 'if (columns.some(({ entry })',
    to: 'if (columns.every(({ entry })',
    seen: 'The CSV of a range lacks the values in force at its beginning as soon as one series has none there.',
  },
  {
    id: 'export-losses-unknown',
    file: 'src/sharing/report/records/trace-record.ts',
    from: 'packetsLost: summary.lossesKnown ? summary.packetsLost : null',
    to: 'packetsLost: summary.packetsLost',
    seen: 'The JSON of a trace whose losses are not known says that 0 packets were lost.',
  },
];

const FILTER = [
  {
    id: 'filter-not-equal-absent',
    file: 'src/engine/service/filter/field-terms.ts',
    from: 'if (value === null) return false;',
    to: "if (value === null) return operator === '!=';",
    seen: 'pn != 5 lists all events that have no packet number at all.',
  },
  {
    id: 'filter-scope-end',
    file: 'src/engine/service/answers/events/event-list.ts',
    from: 'rowAt(columns, scope.toUs, true)',
    to: 'rowAt(columns, scope.toUs, false)',
    seen: 'The events of the visible range lack those at its last instant, among them the last of the trace.',
  },
  {
    id: 'filter-order',
    file: 'src/engine/service/answers/events/filter-job.ts',
    from: 'for (const hit of hits.sort((a, b) => a - b)) this.matches.push(hit);',
    to: 'for (const hit of hits) this.matches.push(hit);',
    seen: 'A filter that reads some records lists its events out of their order in time.',
  },
  {
    id: 'filter-grouped-number',
    file: 'src/engine/service/filter/values.ts',
    from: "text.replaceAll(',', '')",
    to: "text.replace(',', '')",
    seen: 'A number of seven digits written as the page writes it, 1,048,576, matches nothing.',
  },
];

export const SHOWN = [...PANELS, ...DIGESTS, ...EXPORTS, ...FILTER];
