/** What the page fetches of groups before anything is grouped: little, so that the first load knows only this file. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { MessageLine } from '../../../controls/messages';
import { useApp } from '../../../controls/use-app';
import type { AppState } from '../../../state/app-state';
import { showTable } from '../../../state/table/open-table';
import { tableStore } from '../../../state/table/table-store';
import type { DialogProps } from '../../../workbench/slots';

/** Opens the dialog over the table; without one it says so. */
export function askForGroups(app: AppState): void {
  showTable(app);
  if (app.feature(tableStore).get() !== null) app.toggleDialog('groups');
}

export async function groupsForm(): Promise<ComponentType<DialogProps>> {
  return (await import('./groups-form')).GroupsForm;
}

const MISSING = {
  kind: 'part-missing',
  level: 'error',
  text: 'The part of this page that shows groups of traces could not be fetched from its server. Reload the page.',
  places: [],
} as const;

/** The screen of groups, fetched when it is first shown. */
export function GroupsPart(): ReactNode {
  const app = useApp();
  const [content, setContent] = useState<{ readonly Screen: ComponentType } | 'missing' | null>(null);
  useEffect(() => {
    void app.activity.whileBusy(
      import('./groups-screen').then(
        ({ GroupsScreen }) => setContent({ Screen: GroupsScreen }),
        () => setContent('missing'),
      ),
    );
  }, [app]);
  if (content === 'missing') return <MessageLine message={MISSING} />;
  return content === null ? null : <content.Screen />;
}
