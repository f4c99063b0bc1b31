/** The report: a post-mortem of the shown trace as a file. */
import { type Feature, onTrace } from '../../workbench/slots';
import { ReportButton } from './report-button';

export const report: Feature = {
  id: 'report',
  commands: [
    onTrace('report', 'Report: post-mortem of this trace', 'Trace', 'Shift+KeyM', (_, app) =>
      app.toggleDialog('report'),
    ),
  ],
  dialogs: [{ id: 'report', label: 'Report', load: async () => (await import('./report-form')).ReportForm }],
  page: [{ place: 'header-end', part: 'The report button', content: ReportButton }],
};
