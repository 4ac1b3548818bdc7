import { countOf } from '@assay/wording';
import { DownloadLink } from '../../shell/layout/download-link.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { useTimeZone } from '../../shell/time/use-time-zone.ts';
import { type AuditScope, auditPath, exportPath, hasSearch } from './audit-paths.ts';
import { AuditSearchForm } from './audit-search-form.tsx';
import { AuditTable } from './audit-table.tsx';
import type { AuditPageData } from './load-audit-page.ts';

export const AUDIT_HEADLINES: Readonly<Record<AuditScope, string>> = {
  workspace: 'Audit log',
  service: 'Audit log of the service',
};

const LEADS: Readonly<Record<AuditScope, string>> = {
  workspace:
    'Who did what in this workspace, when and from where. Entries can neither be changed nor removed; personal data in them is erased with the account it is about, and after 400 days.',
  service: 'What administrators and the operator did in this installation, when and from where.',
};

export type AuditPageProps = AuditPageData & { readonly failure: string | null };

export function AuditPage({ scope, search, isNewest, log, failure }: AuditPageProps) {
  const timeZone = useTimeZone();
  const { entries, actions, next } = log;
  return (
    <>
      <div className="acc-head">
        <h1>{AUDIT_HEADLINES[scope]}</h1>
      </div>
      <p className="audit-lead">{LEADS[scope]}</p>
      <AuditSearchForm
        key={JSON.stringify([search, failure])}
        scope={scope}
        actions={actions}
        search={search}
        failure={failure}
      />
      <p role="status">{entries.length === 0 ? nothingText(hasSearch(search), isNewest) : shownText(entries.length)}</p>
      {entries.length > 0 && <AuditTable entries={entries} timeZone={timeZone} />}
      <div className="audit-end">
        <nav className="text-pages" aria-label="Pages of the audit log">
          {!isNewest && (
            <SiteLink className="link" to={auditPath(scope, search)}>
              Newest
            </SiteLink>
          )}
          {next !== null && (
            <SiteLink className="link" to={auditPath(scope, search, next)} rel="next">
              Older
            </SiteLink>
          )}
        </nav>
        <p className="audit-files">
          Export {hasSearch(search) ? 'what was found' : 'all'} as{' '}
          <DownloadLink className="link" href={exportPath(scope, search, 'csv')} needsConfirmation>
            CSV
          </DownloadLink>{' '}
          or{' '}
          <DownloadLink className="link" href={exportPath(scope, search, 'jsonl')} needsConfirmation>
            JSON Lines
          </DownloadLink>
        </p>
      </div>
    </>
  );
}

function shownText(count: number): string {
  return `${countOf(count, 'entry', 'entries')}, the newest first.`;
}

function nothingText(isSearch: boolean, isNewest: boolean): string {
  if (isSearch) return 'No entry was found.';
  return isNewest ? 'Nothing was recorded yet.' : 'There are no older entries.';
}
