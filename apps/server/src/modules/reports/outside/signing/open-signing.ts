import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import { once } from '../../../../platform/kernel/once.ts';
import type { SecurityEvents } from '../../../../platform/kernel/security-events/index.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import type { ResultKeys } from '../../certificate/certificate.ports.ts';
import type { ReportSeal } from '../../reports/reports.ports.ts';
import type { KeyHome } from './key-home.ts';
import { refuseToSign } from './refuse-to-sign.ts';
import { openResultKeys } from './result-keys.ts';
import { openSeals, type SigningSettings } from './seals.ts';

export interface Signing {
  /** The keys of certificates. */
  readonly keys: ResultKeys;
  /** @throws AppError SigningUnavailable */
  readonly seal: () => Promise<ReportSeal>;
}

/** The keys and the seal of this installation. They are opened by the first call that needs them. */
export function openSigning(
  settings: SigningSettings & { readonly publicUrl: string },
  openHome: () => Promise<KeyHome>,
  clock: Clock,
  log: Pick<Log, 'warn'>,
): Signing {
  const home = once(openHome);
  const keys = once(async () => {
    try {
      return await openResultKeys(await home(), settings.publicUrl, clock.now());
    } catch (error) {
      throw refuseToSign('unreadable', null, error);
    }
  });
  const seal = openSeals(settings, home, keys, clock, log);
  return {
    keys: {
      signer: async () => (await keys()).signer(),
      keySet: async () => {
        // The root of the file signatures is in the same history. A key that may not sign is published too.
        await seal().catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        return (await keys()).keySet();
      },
    },
    seal,
  };
}

/**
 * Opens keys that the operator named before the server listens: a P12 file that cannot be used stops the start. Our own
 * do not delay it.
 *
 * @returns opens what is not open yet; to be called after listening
 */
export async function namedKeysFirst(
  { p12 }: SigningSettings['signing'],
  open: () => Promise<void>,
): Promise<() => Promise<void>> {
  if (p12 === null) return open;
  await open();
  return async () => undefined;
}

/**
 * Creates the keys of reports, right after the start. A server with unusable keys runs and signs nothing: results do not
 * depend on them.
 */
export async function openKeysOrRefuse(
  reports: { openKeys(): Promise<void> },
  log: Pick<Log, 'error'>,
  events: SecurityEvents,
): Promise<void> {
  try {
    await reports.openKeys();
  } catch (error) {
    if (!(error instanceof AppError) || error.security?.event === undefined) throw error;
    log.error({ err: error }, 'no report can be signed until the keys are in order');
    events.record(error.security.event, null);
  }
}
