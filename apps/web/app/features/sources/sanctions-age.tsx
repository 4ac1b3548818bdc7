import { Alert } from '@assay/ui';
import { countOf } from '@assay/wording';
import type { CoverageData } from './coverage-tables.tsx';

const DAY_MS = 86_400_000;
/** Publishers change these lists every few days. */
const OLD_DAYS = 7;

/** How old each list of sanctions is, and who sees to it that it grows no older. */
export function SanctionsAge({
  sanctionsLists,
  updateHours,
  readAt,
}: Pick<CoverageData, 'sanctionsLists' | 'updateHours' | 'readAt'>) {
  return (
    <>
      {sanctionsLists.map(({ title, currentAt }) => {
        if (currentAt === null) {
          return <Alert key={title} type="warn" message={`${title}: not loaded. Who is on it is not known here.`} />;
        }
        const age = `${title}: ${ageOf(currentAt, readAt)}.`;
        return daysBetween(currentAt, readAt) > OLD_DAYS ? (
          <Alert key={title} type="warn" message={`${age} What was added to it since then is not known here.`} />
        ) : (
          <p key={title}>{age}</p>
        );
      })}
      {updateHours === 0 ? (
        <p>
          Lists are not fetched by themselves here. The operator fetches them with{' '}
          <code className="whole">npm run -s assay -- labels update</code>, or regularly with the setting{' '}
          <code className="whole">LABELS_UPDATE_HOURS=6</code>.
        </p>
      ) : (
        <p>Lists are fetched from their publishers every {countOf(updateHours, 'hour')}.</p>
      )}
    </>
  );
}

/** @example ageOf('2026-08-20T00:00:00.000Z', '2026-11-29T10:00:00.000Z') // 'as of 2026-08-20, 101 days ago' */
export function ageOf(currentAt: string, readAt: string): string {
  const days = daysBetween(currentAt, readAt);
  return `as of ${currentAt.slice(0, 10)}, ${days === 0 ? 'less than a day' : countOf(days, 'day')} ago`;
}

function daysBetween(currentAt: string, readAt: string): number {
  return Math.max(0, Math.floor((Date.parse(readAt) - Date.parse(currentAt)) / DAY_MS));
}
