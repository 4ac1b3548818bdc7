import { type CallQuery, pathOf } from '@assay/contracts/client';

/** Whose log. */
export type AuditScope = 'workspace' | 'service';

/** Fields of the search, as the page's address and the API name them. */
export const AUDIT_FIELDS = ['action', 'actor', 'target', 'from', 'to'] as const;

export type AuditSearch = Readonly<Record<(typeof AUDIT_FIELDS)[number], string>>;

/** Longest text of a field. */
const LONGEST = 320;

const PAGES: Readonly<Record<AuditScope, string>> = {
  workspace: '/account/audit-log',
  service: '/account/service-audit-log',
};
const FILES = { workspace: 'GET /audit/export', service: 'GET /audit/service/export' } as const;

/** The search that a query or a form names; fields that are missing are empty. */
export function searchOf(read: (name: string) => string | null): AuditSearch {
  const field = (name: string) => (read(name) ?? '').trim().slice(0, LONGEST);
  return {
    action: field('action'),
    actor: field('actor'),
    target: field('target'),
    from: field('from'),
    to: field('to'),
  };
}

export function hasSearch(search: AuditSearch): boolean {
  return AUDIT_FIELDS.some((name) => search[name] !== '');
}

/** The fields that are not empty, as the API is asked for them. It judges what they say. */
export function askedOf(search: AuditSearch): AskedEntries {
  return Object.fromEntries(givenIn(search)) as AskedEntries;
}

type AskedEntries = CallQuery<'GET /audit/log'>;

function givenIn(search: AuditSearch): (readonly [string, string])[] {
  return AUDIT_FIELDS.filter((name) => search[name] !== '').map((name) => [name, search[name]]);
}

/** The page of a search, from the newest entry or from those before a number. */
export function auditPath(scope: AuditScope, search: AuditSearch, before: number | null = null): string {
  const since = before === null ? [] : [['before', String(before)] as const];
  const query = new URLSearchParams([...givenIn(search), ...since].map(([name, value]) => [name, value])).toString();
  return query === '' ? PAGES[scope] : `${PAGES[scope]}?${query}`;
}

export function exportPath(scope: AuditScope, search: AuditSearch, format: 'csv' | 'jsonl'): string {
  return `/api${pathOf(FILES[scope], { query: { ...askedOf(search), format } })}`;
}
