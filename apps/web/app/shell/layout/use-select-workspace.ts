import { useAction } from '../data/use-action.ts';
import { call } from '../session/browser-client.ts';
import { useSession } from '../session/session.tsx';
import { tellOtherTabs } from '../session/session-end.ts';
import { useAlerts } from './alerts.tsx';

/** Selects another workspace for this browser: the page and the other tabs show it. */
export function useSelectWorkspace() {
  const { show } = useAlerts();
  const showSelected = useShowSelected();
  const { isBusy, run } = useAction(({ message }) => show({ type: 'error', message }));
  return {
    isBusy,
    select: (id: string) =>
      run(async () => {
        const { name } = await call('POST /workspaces/select', { body: { workspace_id: id } });
        await showSelected();
        show({ type: 'success', message: `You are now in ${name ?? 'your personal workspace'}.` });
      }),
  };
}

/** Shows the workspace that a call has selected, here and in the other tabs. */
export function useShowSelected(): () => Promise<void> {
  const { reload } = useSession();
  return async () => {
    tellOtherTabs(false);
    await reload();
  };
}
