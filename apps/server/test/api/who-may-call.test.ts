import { OPERATIONS, type Operation } from '@assay/contracts/operations';
import { mayIn, WORKSPACE_ROLES } from '@assay/domain';
import { expect, it } from 'vitest';

const PAGE = '../../../../docs/security/who-may-call.md';

const BY_CREDENTIALS: Readonly<Record<Operation['credentials'], string>> = {
  none: 'everybody',
  optional: 'everybody',
  user: 'users',
  'refresh token': 'who has the session',
  'any session': 'everybody',
  service: 'the bot',
};

const INTRODUCTION = `# Who may call what

Written from the contracts by \`apps/server/test/api/who-may-call.test.ts\`, which fails where this page is not what they say; \`npm run -s unit -- apps/server/test/api/who-may-call.test.ts -u\` writes it again. That the server holds to it is tried by \`apps/server/test/api/workspaces.roles.test.ts\`, \`apps/server/test/api/step-up.calls.test.ts\` and \`apps/server/test/api/admin.403.test.ts\`.

Roles are those in the selected workspace ([workspaces](../operations/workspaces.md#roles)); users are all who signed in, whatever their role. What a company asks of sessions ([session policy](../operations/workspaces.md#session-policy)) is asked by every other call of users. Confirmed: after a fresh confirmation of who asks ([signing in](../operations/signing-in.md#second-factors)). What a suspended person may do is in \`packages/contracts/src/suspension.ts\`. The public API has keys of its own, with scopes ([API](../developers/README.md)).
`;

function whoMay({ credentials, needs }: Operation): string {
  const { permission, admin } = needs;
  if (admin === true) return 'administrators of the service';
  if (permission === undefined) return BY_CREDENTIALS[credentials];
  return WORKSPACE_ROLES.filter((role) => mayIn(role, permission)).join(', ');
}

function rowOf(operation: Operation): string {
  const { method, path, summary, needs, isOfPerson } = operation;
  const call = `\`${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}\``;
  const confirmed = { always: 'yes', 'with a factor': 'by accounts with a factor', no: '' }[needs.stepUp ?? 'no'];
  return `| ${call} | ${summary} | ${whoMay(operation)}${isOfPerson ? ', whatever a company asks of sessions' : ''} | ${confirmed} |`;
}

function pageOf(operations: readonly Operation[]): string {
  const byPath = operations.toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
  const groups = [...Map.groupBy(byPath, ({ tag }) => tag)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const tables = groups.map(
    ([tag, calls]) =>
      `## ${tag}\n\n| Call | What it does | Who may | Confirmed |\n|---|---|---|---|\n${calls.map(rowOf).join('\n')}\n`,
  );
  return [INTRODUCTION, ...tables].join('\n');
}

it('is on a page, as the contracts say', async () => {
  await expect(pageOf(OPERATIONS)).toMatchFileSnapshot(PAGE);
});

it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  '%s states the failures of what it needs, and no others of them',
  (id, { needs, credentials, errors }) => {
    const { permission, admin, stepUp } = needs;
    const stated = errors.filter((name) => /^(?:RoleNotAllowed|AdminOnly|FactorNeeded|StepUpRequired)$/.test(name));
    // The bot acts in a workspace that its user chose; the role is looked up there.
    const isRefusedByRole = permission !== undefined || id === 'openBotPayment';
    expect(stated.toSorted()).toEqual([
      ...(admin === true ? ['AdminOnly', 'FactorNeeded'] : []),
      ...(isRefusedByRole ? ['RoleNotAllowed'] : []),
      ...(stepUp === undefined ? [] : ['StepUpRequired']),
    ]);
    if (Object.keys(needs).length > 0) expect(credentials).toBe('user');
  },
);
