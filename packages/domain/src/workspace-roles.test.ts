import { expect, it } from 'vitest';
import { keepsMade, mayAssign, mayIn, ROLE_PERMISSIONS, WORKSPACE_ROLES } from './workspace-roles.ts';

it('lets an owner do everything that any role may', () => {
  const all = new Set(WORKSPACE_ROLES.flatMap((role) => ROLE_PERMISSIONS[role]));
  for (const permission of all) expect(mayIn('owner', permission), permission).toBe(true);
});

it('lets an administrator of a workspace do all but decide about owners and close it', () => {
  const missing = ROLE_PERMISSIONS.owner.filter((permission) => !mayIn('admin', permission));
  expect(missing).toEqual(['ownership', 'close']);
});

it('keeps checks from the billing role, and money from analysts and viewers', () => {
  expect(ROLE_PERMISSIONS.billing).toEqual(['billing']);
  expect([mayIn('analyst', 'billing'), mayIn('viewer', 'billing')]).toEqual([false, false]);
  expect(ROLE_PERMISSIONS.viewer).toEqual(['read']);
});

it('lets only owners decide about owners', () => {
  const assigns = WORKSPACE_ROLES.map((by) => [by, mayAssign(by, 'viewer'), mayAssign(by, 'owner')]);
  expect(assigns).toEqual([
    ['owner', true, true],
    ['admin', true, false],
    ['analyst', false, false],
    ['viewer', false, false],
    ['billing', false, false],
  ]);
});

it('leaves keys, webhooks and invitations to who may make them', () => {
  expect(WORKSPACE_ROLES.filter(keepsMade)).toEqual(['owner', 'admin']);
});
