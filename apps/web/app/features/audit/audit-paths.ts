import type { AuditScope } from '@assay/contracts/client';

/** Fields of the search, as the page's address and the API name them. */
export const AUDIT_FIELDS = ['action', 'actor', 'target', 'from', 'to'] as const;

export type AuditSearch = Readonly<Record<(typeof AUDIT_FIELDS)[number], string>>;

/** Longest text of a field. */
const LONGEST = 320;

const PAGES: Readonly<Record<AuditScope, string>> = {
  workspace: '/account/audit-log',
  service: '/account/service-audit-log',
};
const FILES: Readonly<Record<AuditScope, string>> = {
  workspace: '/api/audit/export',
  service: '/api/audit/service/export',
};

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

/** The fields that are not empty, as a query, and what goes with them. */
export function queryOf(search: AuditSearch, more: Readonly<Record<string, string>> = {}): string {
  const given = AUDIT_FIELDS.filter((name) => search[name] !== '').map((name) => [name, search[name]]);
  return new URLSearchParams([...given, ...Object.entries(more)]).toString();
}

/** The page of a search, from the newest entry or from those before a number. */
export function auditPath(scope: AuditScope, search: AuditSearch, before: number | null = null): string {
  const query = queryOf(search, before === null ? {} : { before: String(before) });
  return query === '' ? PAGES[scope] : `${PAGES[scope]}?${query}`;
}

export function exportPath(scope: AuditScope, search: AuditSearch, format: 'csv' | 'jsonl'): string {
  return `${FILES[scope]}?${queryOf(search, { format })}`;
}
