import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Work over the rows of all workspaces, each with the reason why it needs them. Everything else runs in the scope of one
 * workspace, or of none, and reads only what that scope may (docs/decisions/0082-row-level-security.md).
 */
export const SERVICE_WORK = {
  'sign-in': 'Nobody is signed in yet; the first link of a mailbox credits a new account.',
  'running checks': 'Ends checks by id; a chat’s own balance may have paid for a check of a joined account.',
  certificates: 'Anyone with the id of a result may be the first to ask for its signature.',
  payments: 'Messages of providers, reconciliation, monthly credits and mails name an order, not its workspace.',
  'account export': 'A person made keys for several companies.',
  'account deletion': 'Rows that are kept lose their workspace.',
  workspaces: 'Members and invitations are of several workspaces; closing one takes the owner of its rows away.',
  'audit log': 'That of the service is no workspace’s; administrators read it.',
  disputes: 'A withdrawn label is followed through the results of all workspaces.',
  'API keys': 'A request is known by its key alone, before there is a workspace.',
  batches: 'Every server works on the batches of all workspaces, in turn.',
  webhooks: 'One queue delivers the events of all workspaces.',
  bot: 'A chat has a balance of its own and may use that of an account; the bot presents a secret of this server.',
} as const;

export type ServiceWork = keyof typeof SERVICE_WORK;

export type Scope =
  | { readonly kind: 'workspace'; readonly workspace: string }
  | { readonly kind: 'service'; readonly work: ServiceWork };

const scopes = new AsyncLocalStorage<Scope>();

/** What the current work may read and write; undefined: no row of any workspace. */
export function currentScope(): Scope | undefined {
  return scopes.getStore();
}

/** Runs `work` with access to the rows of one workspace. */
export function inWorkspace<T>(workspace: string, work: () => T): T {
  return scopes.run({ kind: 'workspace', workspace }, work);
}

/** Runs `work` with access to the rows of all workspaces. */
export function inService<T>(name: ServiceWork, work: () => T): T {
  return scopes.run({ kind: 'service', work: name }, work);
}

/** Runs `work` without access to the rows of any workspace, whatever the scope of the caller. */
export function inNoWorkspace<T>(work: () => T): T {
  return scopes.exit(work);
}

/** Takes every item in the scope of this call: a stream that is read later would take it in the scope of its reader. */
export function inPresentScope<T>(items: AsyncIterable<T>): AsyncIterable<T> {
  const resume = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = items[Symbol.asyncIterator]();
      return {
        next: () => resume(() => iterator.next()),
        return: async () => (await resume(() => iterator.return?.())) ?? { done: true, value: undefined },
      };
    },
  };
}
