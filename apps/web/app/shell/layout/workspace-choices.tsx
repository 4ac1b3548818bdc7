import { useData } from '../data/use-data.ts';
import { call } from '../session/browser-client.ts';
import { useSelectWorkspace } from './use-select-workspace.ts';

export interface WorkspaceChoicesProps {
  readonly onDone: () => void;
}

/** The workspaces of the user as a choice in the account menu; nothing for who has the personal one only. */
export default function WorkspaceChoices({ onDone }: WorkspaceChoicesProps) {
  const { data } = useData('workspaces', (signal) => call('GET /workspaces', { signal }));
  const { select } = useSelectWorkspace();
  if (data === null || data.workspaces.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a menu is no fieldset.
    <div className="workspace-choices" role="group" aria-label="Workspace">
      {data.workspaces.map(({ id, name }) => (
        <button
          className="menu-item"
          key={id}
          type="button"
          role="menuitemradio"
          aria-checked={id === data.selected}
          tabIndex={-1}
          onClick={() => {
            onDone();
            if (id !== data.selected) void select(id);
          }}
        >
          {name ?? 'Personal'}
        </button>
      ))}
    </div>
  );
}
