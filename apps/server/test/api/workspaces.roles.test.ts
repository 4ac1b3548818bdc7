import { OPERATIONS, type Operation } from '@assay/contracts/operations';
import { mayIn, WORKSPACE_ROLES, type WorkspaceRole } from '@assay/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

/** End the role or the session that later calls are made with; they are tried by themselves elsewhere. */
const ENDING: ReadonlySet<string> = new Set(['leaveWorkspace', 'endAllSessions']);

const server = useAuthApp();
const bearers = new Map<WorkspaceRole, string>();

beforeAll(async () => {
  const owner = await server.signedIn('roles-owner@firm.example');
  const made = await owner.post('/api/workspaces', { name: 'All roles' });
  for (const role of WORKSPACE_ROLES) {
    const visitor = await server.signedIn(`roles-${role}@firm.example`);
    if (role !== 'owner') {
      await owner.post('/api/workspace/invitations', { email: `roles-${role}@firm.example`, role });
      const token = server.workspaces.lastToken();
      expect((await visitor.post('/api/workspaces/invitation/accept', { token })).status).toBe(200);
    } else {
      expect((await visitor.post('/api/workspaces/select', { workspace_id: made.data['id'] })).status).toBe(200);
    }
    bearers.set(role, (visitor.cookies.get('assay_session') ?? '').split('~')[2] ?? '');
  }
});

/** What the call is answered; with nothing sent along, what is let in changes nothing. */
async function answerTo({ method, path }: Operation, bearer: string | null) {
  const answer = await server.app.inject({
    method: method as 'GET',
    url: `/api${path.replace(/:\w+/g, '0'.repeat(32))}`,
    headers: { host: 'localhost:3000', ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) },
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  const body: { error?: { errorName?: string } } = isJson ? answer.json() : {};
  return { status: answer.statusCode, errorName: body.error?.errorName ?? null };
}

const operations = OPERATIONS.filter(({ credentials }) => credentials === 'user');
const named = (some: readonly Operation[]) => some.map((one) => [`${one.method} ${one.path}`, one] as const);

describe('every call for signed-in users', () => {
  it.each(named(operations.filter(({ id }) => !ENDING.has(id))))(
    '%s is refused to roles that may not, and to no other',
    async (_call, operation) => {
      const { permission, admin } = operation.needs;
      for (const role of WORKSPACE_ROLES) {
        const { status, errorName } = await answerTo(operation, bearers.get(role) ?? '');
        const may = permission === undefined || mayIn(role, permission);
        expect(errorName === 'RoleNotAllowed', `${role}: ${status} ${errorName}`).toBe(!may);
        expect(errorName === 'AdminOnly', `${role}: ${status} ${errorName}`).toBe(admin === true);
        // Each has just signed in.
        expect(errorName, role).not.toBe('StepUpRequired');
        expect(status, role).not.toBe(500);
        expect(status, role).not.toBe(401);
      }
    },
  );

  it.each(named(operations))('%s is refused to who has not signed in', async (_call, operation) => {
    expect(await answerTo(operation, null)).toEqual({ status: 401, errorName: 'Unauthorized' });
  });
});
