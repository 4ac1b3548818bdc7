import { sized } from '../size.ts';
import { assertStored, auditBooks } from './books.ts';
import { type CheckOutcome, Client, newAddress, postCheck } from './client.ts';
import { count, counted, type DrillRun } from './drill.ts';
import { labelAll, openInstallation } from './installation.ts';

const USERS = sized(60, 6);
const CREDITS = 3;
const CHECKS_OF_USER = sized(42, 10);
const AT_ONCE = sized(120, 20);

/**
 * Two servers on one PostgreSQL get far more checks at once than their users have credits for; one of them is killed in
 * the middle. No user gets a result that was not paid for, and none pays for what was not answered.
 */
export async function twoServers(run: DrillRun): Promise<string> {
  const installation = await openInstallation(run.dir);
  try {
    const addresses = Array.from({ length: CHECKS_OF_USER }, () => newAddress(run.random));
    await labelAll(installation.pool, addresses);
    const users = await installation.signIn(USERS, CREDITS);
    const [one, other] = await Promise.all([installation.start('one'), installation.start('other')]);
    const client = new Client(run.fault);
    const jobs = run.random.shuffle(users.flatMap((user) => addresses.map((address) => ({ user, address }))));
    const killAt = Math.floor(jobs.length * (0.3 + 0.4 * run.random.next()));
    const outcomes: (CheckOutcome & { readonly sub: string })[] = [];
    let killing: Promise<void> | undefined;
    let index = 0;
    const work = async () => {
      for (;;) {
        const at = index;
        index += 1;
        const job = jobs[at];
        if (job === undefined) return;
        if (at === killAt) killing = other.kill();
        const server = at % 2 === 1 && at < killAt ? other : one;
        outcomes.push({ ...(await postCheck(client, () => server.url, job.user, job.address)), sub: job.user.sub });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await killing;
    const books = await auditBooks(run, installation.cluster.databaseUrl);
    const results = outcomes.flatMap(({ status, subId, isCharged }) =>
      status === 200 && subId !== null ? [{ subId, isCharged }] : [],
    );
    await assertStored(run, installation.cluster.databaseUrl, results);
    const paid = new Map<string, number>();
    for (const { sub, isCharged, status } of outcomes) if (isCharged && status === 200) count(paid, sub);
    for (const [sub, times] of paid)
      if (times > CREDITS) run.fault(`${sub} got ${times} results for ${CREDITS} credits`);
    return `${jobs.length.toLocaleString('en-US')} checks of ${USERS} users with ${CREDITS} credits each: ${counted(client.tally)}; ${books}`;
  } finally {
    await installation.close();
  }
}
