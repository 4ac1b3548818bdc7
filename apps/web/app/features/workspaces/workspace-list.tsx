import { Spinner } from '@assay/ui';
import { useSelectWorkspace } from '../../shell/layout/use-select-workspace.ts';
import { CreateWorkspace } from './create-workspace.tsx';
import { ROLE_WORDS } from './role-words.ts';
import { useWorkspaces, type WorkspaceFacts } from './use-workspaces.ts';

/** The workspaces of the user, each with a button that selects it. */
export function WorkspaceList() {
  const { data, problem, reload } = useWorkspaces();
  const { isBusy, select } = useSelectWorkspace();
  return (
    <section className="acc-sec" aria-labelledby="workspaces">
      <h2 id="workspaces">Your workspaces</h2>
      {problem !== null && (
        <p>
          Your workspaces could not be loaded.{' '}
          <button className="link" type="button" onClick={() => void reload()}>
            Try again
          </button>
        </p>
      )}
      {data === null && problem === null && (
        <p className="waiting">
          <Spinner /> Loading your workspaces
        </p>
      )}
      {data !== null && (
        <ul className="sessions">
          {data.workspaces.map((workspace) => (
            <WorkspaceRow
              key={workspace.id}
              workspace={workspace}
              isSelected={workspace.id === data.selected}
              isBusy={isBusy}
              onSelect={() => void select(workspace.id)}
            />
          ))}
        </ul>
      )}
      <CreateWorkspace />
    </section>
  );
}

interface WorkspaceRowProps {
  readonly workspace: WorkspaceFacts;
  readonly isSelected: boolean;
  readonly isBusy: boolean;
  readonly onSelect: () => void;
}

function WorkspaceRow({ workspace, isSelected, isBusy, onSelect }: WorkspaceRowProps) {
  const name = workspace.name ?? 'Personal';
  return (
    <li>
      <div className="workspace-row">
        <b>{name}</b>
        <p className="hint">
          {isSelected ? `${ROLE_WORDS[workspace.role].name}, selected` : ROLE_WORDS[workspace.role].name}
        </p>
      </div>
      {!isSelected && (
        <button className="btn btn-line btn-sm" type="button" disabled={isBusy} onClick={onSelect}>
          Switch<span className="sr"> to {name}</span>
        </button>
      )}
    </li>
  );
}
