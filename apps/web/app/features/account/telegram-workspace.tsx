import { useId } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { call } from '../../shell/session/browser-client.ts';

export interface TelegramWorkspaceProps {
  readonly selected: string;
  readonly isBusy: boolean;
  readonly onChoose: (workspaceId: string) => void;
}

/** The workspace that the chat checks in; nothing for who has the personal one only. */
export function TelegramWorkspace({ selected, isBusy, onChoose }: TelegramWorkspaceProps) {
  const { data } = useData('workspaces', (signal) => call('GET /workspaces', { signal }));
  const id = useId();
  if (data === null || data.workspaces.length < 2) return null;
  return (
    <div className="field telegram-workspace">
      <label htmlFor={id}>Workspace of the chat</label>
      <select
        className="input"
        id={id}
        value={selected}
        disabled={isBusy}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChoose(event.target.value)}
      >
        {data.workspaces.map((workspace) => (
          <option key={workspace.id} value={workspace.id}>
            {workspace.name ?? 'Personal'}
          </option>
        ))}
      </select>
      <p className="hint" id={`${id}-hint`}>
        In a company, checks use its balance and appear in its history, while your role allows checks. Otherwise the
        chat uses your personal workspace.
      </p>
    </div>
  );
}
