import type { ImportLabelsHooks, ImportLabelsReport } from '../modules/labels/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { RejectionList } from './label-rejections.ts';

const SHOWN_KINDS = 10;

/** Shows progress and refused rows of an import. */
export function hooksOf(context: CommandContext, setName: string, rejections: RejectionList): ImportLabelsHooks {
  return {
    signal: context.signal,
    allowsPrivateRedirects: context.config.allowsPrivateRedirects,
    progress: ({ accepted, rejected }) => context.progress(`${setName}: ${accepted} rows taken, ${rejected} rejected`),
    rejected: rejections.add,
    goesOn: (rows) => context.err(`${setName}: going on behind row ${rows}, where an import was cut off`),
    startsAnew: async () => {
      context.err(`${setName}: the source has changed since; starting again`);
      await rejections.restart();
    },
  };
}

/** What an import brought, for people. */
export function reportText(report: ImportLabelsReport): string {
  const counts = (record: Readonly<Record<string, number>>): string =>
    Object.entries(record)
      .slice(0, SHOWN_KINDS)
      .map(([key, count]) => `${key} (${count})`)
      .join(', ');
  const lines = [
    `${report.setName}: ${report.labels} labels${report.actors > 0 ? `, ${report.actors} actors` : ''} from ${report.accepted} rows, ${report.rejected} rejected${report.changed ? '' : '; unchanged'}`,
  ];
  if (report.continuedAfter > 0) lines.push(`  ${report.continuedAfter} rows were staged already`);
  if (report.rejected > 0) lines.push(`  rejected: ${counts(report.reasons)}`);
  if (Object.keys(report.unknownWords).length > 0) {
    lines.push(`  words no table knows: ${counts(report.unknownWords)}`);
  }
  return lines.join('\n');
}
