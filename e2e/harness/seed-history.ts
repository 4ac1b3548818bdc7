import { withDatabase } from './database.ts';

/**
 * Gives an account a history of checks, an hour apart and the newest now: a third BTC, a third USDT on TRX, a third ETH,
 * with every score from 0 to 5. Check 1 is the oldest; its address ends in 00001.
 */
export async function seedHistory(email: string, checks: number): Promise<void> {
  await withDatabase(async (client) => {
    await client.query(
      `INSERT INTO checks (sub_id, owner, ticker, parent, subticker, name, address, status, charged, created_at,
                           finished_at, lease_until, progress, riskscore, result, position)
       SELECT md5($1 || number), users.sub,
              (ARRAY['BTC', 'USDT', 'ETH'])[number % 3 + 1], (ARRAY[NULL, 'TRX', NULL])[number % 3 + 1], NULL,
              (ARRAY['Bitcoin', 'Tether', 'Ethereum'])[number % 3 + 1],
              'journey' || lpad(number::text, 20, '0'), 'done', false, time, time, time, 1, number % 6, '{}', number
         FROM users, generate_series(1, $2::integer) AS number,
              LATERAL (SELECT now() - ($2::integer - number) * interval '1 hour' AS time) AS times
        WHERE users.email = $1`,
      [email, checks],
    );
    await client.query(
      `INSERT INTO history_ranges (owner, last) SELECT sub, $2 FROM users WHERE email = $1
       ON CONFLICT (owner) DO UPDATE SET last = $2`,
      [email, checks],
    );
  });
}

/** Makes every link that was sent to an address expire. */
export async function expireLinks(email: string): Promise<void> {
  await withDatabase((client) =>
    client.query(`UPDATE magic_links SET expires_at = now() - interval '1 second' WHERE email = $1`, [email]),
  );
}

/** Makes the tariff of an account expire in so many days. */
export async function lapseIn(email: string, days: number): Promise<void> {
  await withDatabase((client) =>
    client.query(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, key, plan_id, expires_at, created_at)
       SELECT t.id, 'grant', 0, 'operator', md5(random()::text), t.plan_id, now() + $2 * interval '1 day', now()
         FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder JOIN users u ON u.sub = h.sub WHERE u.email = $1`,
      [email, days],
    ),
  );
}

/** Suspends an account, as the operator does. */
export async function suspend(email: string, reason: string): Promise<void> {
  await withDatabase((client) =>
    client.query('UPDATE users SET suspended_at = now(), suspended_reason = $2 WHERE email = $1', [email, reason]),
  );
}
