import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../../src/platform/kernel/time/clock.ts';

/** An authenticator app that a test holds. */
export interface TotpApp {
  /** The code of a moment; by default of now. Each accepted code works once: pass time between two. */
  code(at?: Date): string;
  readonly recoveryCodes: readonly string[];
  readonly factorId: string;
}

export function totpApp(secret: string): Pick<TotpApp, 'code'> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  return { code: (at = new Date()) => totp.generate({ timestamp: at.getTime() }) };
}

/** What sends calls of a signed-in user. */
interface Sender {
  post(
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly data: Record<string, unknown>; readonly text: string }>;
}

/** Enrols an authenticator app for a signed-in visitor. */
export async function enrolTotp(server: Clock, who: Sender, name = 'Phone'): Promise<TotpApp> {
  const begun = await who.post('/api/auth/factors/totp');
  if (begun.status !== 200) throw new Error(`Not begun: ${begun.text}`);
  const app = totpApp(String(begun.data['secret']));
  const given = { challenge_id: begun.data['challenge_id'], code: app.code(server.now()), name };
  const enrolled = await who.post('/api/auth/factors/totp/enrol', given);
  if (enrolled.status !== 200) throw new Error(`Not enrolled: ${enrolled.text}`);
  const { factor, recovery_codes } = enrolled.data as { factor: { id: string }; recovery_codes: string[] | null };
  return { code: (at) => app.code(at ?? server.now()), recoveryCodes: recovery_codes ?? [], factorId: factor.id };
}
