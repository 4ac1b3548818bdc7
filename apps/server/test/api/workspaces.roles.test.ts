import { OPERATIONS } from '@assay/contracts/operations';
import { mayIn, WORKSPACE_ROLES, type WorkspacePermission, type WorkspaceRole } from '@assay/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

/**
 * What each operation for signed-in users needs in the selected workspace. `own`: it is about the person, whatever
 * workspace is selected. An operation that is missing here fails the test.
 */
const NEEDED: Readonly<Record<string, WorkspacePermission | 'own'>> = {
  'POST /monitor/check': 'check',
  'POST /monitor/check-transaction': 'check',
  'POST /monitor/check-planned': 'check',
  'POST /monitor/check/:sub_id/cancel': 'check',
  'GET /monitor/history': 'read',
  'GET /monitor/history/pagination': 'read',
  'GET /monitor/result/:address': 'read',
  'GET /monitor/history/export': 'export',
  'GET /monitor/check/:sub_id/by-other-version': 'read',
  'GET /monitor/check/:sub_id/counterparties/export': 'export',
  'GET /monitor/check/:sub_id/explorer': 'read',
  'GET /monitor/check/:sub_id/explorer/transfers': 'read',
  'POST /monitor/check/:sub_id/explorer/expansions': 'check',
  'PUT /monitor/check/:sub_id/explorer/notes': 'check',
  'PUT /monitor/check/:sub_id/explorer/view': 'check',
  'DELETE /monitor/check/:sub_id/share': 'share',
  'POST /monitor/check/:sub_id/share': 'share',
  'POST /payment/url': 'billing',
  'GET /user/plan/buy/stripe/:order_id': 'billing',
  'GET /payment/methods': 'billing',
  'GET /payment/subscription': 'billing',
  'POST /payment/stripe/subscriptions/cancel': 'billing',
  'POST /payment/stripe/subscriptions/resume': 'billing',
  'GET /payment/orders/:order_id': 'billing',
  'GET /payment/orders': 'billing',
  'GET /payment/receipts': 'billing',
  'GET /payment/receipts/:id/invoice': 'billing',
  'GET /payment/receipts/:id/credit-notes/:number': 'billing',
  'GET /payment/billing-details': 'billing',
  'PUT /payment/billing-details': 'billing',
  'GET /batches': 'read',
  'POST /batches': 'check',
  'GET /batches/:id': 'read',
  'POST /batches/:id/cancel': 'check',
  'POST /batches/:id/resume': 'check',
  'GET /batches/:id/results': 'export',
  'GET /audit/log': 'audit',
  'GET /audit/export': 'audit',
  'PATCH /workspace': 'settings',
  'GET /workspace/session-policy': 'settings',
  'PUT /workspace/session-policy': 'ownership',
  'GET /workspace/retention': 'settings',
  'PUT /workspace/retention': 'settings',
  'POST /workspace/close': 'close',
  'GET /developers/keys': 'keys',
  'POST /developers/keys': 'keys',
  'POST /developers/keys/:id/replace': 'keys',
  'DELETE /developers/keys/:id': 'keys',
  'GET /developers/webhooks': 'keys',
  'POST /developers/webhooks': 'keys',
  'PATCH /developers/webhooks/:id': 'keys',
  'DELETE /developers/webhooks/:id': 'keys',
  'POST /developers/webhooks/:id/rotate': 'keys',
  'POST /developers/webhooks/:id/test': 'keys',
  'GET /developers/webhooks/:id/deliveries': 'keys',
  'GET /developers/deliveries/:id': 'keys',
  'POST /developers/deliveries/:id/resend': 'keys',
  'GET /workspace/members': 'members',
  'PATCH /workspace/members/:sub': 'members',
  'GET /workspace/members/:sub/access': 'members',
  'DELETE /workspace/members/:sub': 'members',
  'GET /workspace/invitations': 'members',
  'POST /workspace/invitations': 'members',
  'POST /workspace/invitations/:id/resend': 'members',
  'DELETE /workspace/invitations/:id': 'members',
  'GET /workspace/identity': 'settings',
  'PUT /workspace/identity/provider': 'ownership',
  'DELETE /workspace/identity/provider': 'ownership',
  'POST /workspace/identity/domains': 'ownership',
  'POST /workspace/identity/domains/:id/prove': 'ownership',
  'PATCH /workspace/identity/domains/:id': 'ownership',
  'DELETE /workspace/identity/domains/:id': 'ownership',
  'POST /workspace/leave': 'own',
};

/** By what a path begins with: what stays the person's. */
const OWN = [
  '/account/',
  '/auth/',
  '/feedback',
  '/promo',
  '/survey',
  '/telegram',
  '/workspaces',
  // For administrators of the installation.
  '/admin',
  '/audit/service/',
  '/disputes/admin',
  '/site/',
];

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

const operations = OPERATIONS.filter(({ credentials }) => credentials === 'user');

describe('every call for signed-in users', () => {
  it('says what it needs in a workspace', () => {
    const unknown = operations.map(({ method, path }) => `${method} ${path}`).filter((call) => neededBy(call) === null);
    expect(unknown).toEqual([]);
    const gone = Object.keys(NEEDED).filter(
      (call) => !operations.some(({ method, path }) => `${method} ${path}` === call),
    );
    expect(gone).toEqual([]);
  });

  it.each(operations.map(({ method, path }) => [`${method} ${path}`, method, path] as const))(
    '%s is refused to roles that may not, and to no other',
    async (call, method, path) => {
      const needed = neededBy(call);
      const url = `/api${path.replace(/:\w+/g, '0'.repeat(32))}`;
      for (const role of WORKSPACE_ROLES) {
        // Leaving would end the role that later calls are made with; it is tried by itself elsewhere.
        if (call === 'POST /workspace/leave' || path.startsWith('/auth/')) continue;
        const answer = await server.app.inject({
          method: method as 'GET',
          url,
          headers: { host: 'localhost:3000', authorization: `Bearer ${bearers.get(role) ?? ''}` },
        });
        const body: { error?: { errorName?: string } } = String(answer.headers['content-type']).includes('json')
          ? answer.json()
          : {};
        const isRefused = body.error?.errorName === 'RoleNotAllowed';
        const may = needed === 'own' || (needed !== null && mayIn(role, needed));
        expect(isRefused, `${role}: ${answer.statusCode} ${body.error?.errorName ?? ''}`).toBe(!may);
        expect(answer.statusCode, role).not.toBe(500);
        expect(answer.statusCode, role).not.toBe(401);
      }
    },
  );
});

function neededBy(call: string): WorkspacePermission | 'own' | null {
  const named = NEEDED[call];
  if (named !== undefined) return named;
  const [, path = ''] = call.split(' ');
  return OWN.some((start) => path.startsWith(start)) ? 'own' : null;
}
