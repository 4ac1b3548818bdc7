import type { WorkspaceRole } from '@assay/domain';
import { formatMoment } from '@assay/wording';
import type { Db } from '../../../platform/db/index.ts';
import {
  type Mail,
  type MailJobs,
  type MailSender,
  type MailSettings,
  mailHtml,
  mailText,
  RETRY_TWO_HOURS,
  workMails,
} from '../../../platform/mail/index.ts';
import type { IdentityChange, QueueIdentityMail } from './identity.ports.ts';
import { membersWith, readForMail } from './members.store.ts';

const QUEUE = 'identity-mail';
const AT_ONCE = 2;

export interface IdentityMailFacts {
  readonly to: string;
  readonly workspaceName: string;
  readonly change: IdentityChange;
  /** The issuer or the domain. */
  readonly what: string;
  /** Who changed it; null: nobody of this workspace. */
  readonly by: string | null;
  readonly at: Date;
  /** The same for each try to send it. */
  readonly key: string;
}

const HEADINGS: Readonly<Record<IdentityChange, string>> = {
  'provider saved': 'The company login was changed',
  'provider removed': 'The company login was removed',
  'domain proven': 'A mail domain was proven',
  'domain lost': 'A mail domain was lost',
  'record gone': 'A mail domain is no longer proven',
  'domain removed': 'A mail domain was removed',
  'domain required': 'The company login is required now',
  'domain free': 'The company login is no longer required',
};

const SENTENCES: Readonly<Record<IdentityChange, (what: string) => string>> = {
  'provider saved': (issuer) => `Members log in by the provider ${issuer} from now on.`,
  'provider removed': (issuer) => `Nobody logs in by the provider ${issuer} any more; links work for everybody again.`,
  'domain proven': (domain) => `People with an email at ${domain} can log in by the company’s provider now.`,
  'domain lost': (domain) =>
    `Another workspace has proven ${domain}, and your TXT record is no longer there. People with an email at ${domain} can no longer log in by your provider.`,
  'record gone': (domain) =>
    `Your TXT record is no longer at ${domain}. People with an email at ${domain} can no longer log in by your provider, and links work for all of them. If the domain is still yours, put the record back and prove it again in the settings.`,
  'domain removed': (domain) => `People with an email at ${domain} can no longer log in by the company’s provider.`,
  'domain required': (domain) =>
    `People with an email at ${domain} log in by the company’s provider only. Their other sessions were ended. Owners who have a second factor can still log in by a link or a passkey.`,
  'domain free': (domain) => `People with an email at ${domain} can log in by a link and by passkeys again.`,
};

/** Says to an owner what was changed of the company's login, and how to undo it. */
export function identityMail(facts: IdentityMailFacts, settings: MailSettings): Mail {
  const { to, workspaceName, change, what, by, at, key } = facts;
  const url = `${settings.publicUrl}/account/workspace`;
  const heading = `${HEADINGS[change]}: ${workspaceName}`;
  const words = {
    ...settings,
    heading,
    paragraphs: [SENTENCES[change](what)],
    button: { label: 'See the settings', url },
    facts: [
      ...(by === null ? [] : ([['Changed by', by]] as const)),
      ['Changed at', `${formatMoment(at.toISOString(), 'UTC')} (UTC)`] as const,
    ],
    closing: [
      `Should this not be? Any owner can undo it in the settings of the workspace; its audit log says from where it was done. If you cannot log in, write to ${settings.operator.supportEmail}.`,
    ],
  };
  return { to, subject: heading, text: mailText(words), html: mailHtml(words), key, link: url };
}

/** The queued job, one a member. It holds ids of accounts, and no address. */
interface IdentityMailJob {
  readonly key: string;
  readonly workspace: string;
  readonly to: string;
  readonly change: IdentityChange;
  readonly what: string;
  readonly by: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Sends the mails from the queue; returns a function that queues them. Must run before the first request. */
export async function workIdentityMail(
  jobs: MailJobs,
  db: Db,
  { productName, publicUrl, operator: { company, supportEmail } }: MailSettings,
  { sender, newId }: { readonly sender: MailSender; readonly newId: () => string },
): Promise<QueueIdentityMail> {
  const settings = { productName, publicUrl, operator: { company, supportEmail } };
  await workMails<IdentityMailJob>(jobs, QUEUE, AT_ONCE, async ({ key, change, what, at, ...job }) => {
    const read = await readForMail(db, job, toldOf(change));
    if (read === null) return;
    await sender.send(identityMail({ ...read, change, what, at: new Date(at), key }, settings));
  });
  return async (tx, { workspace, change, what, by, at }) => {
    for (const to of await membersWith(tx, workspace, toldOf(change))) {
      const key = `identity:${newId()}`;
      const job: IdentityMailJob = { key, workspace, to, change, what, by, at: at.toISOString() };
      await jobs.sendIn(tx, QUEUE, key, job, RETRY_TWO_HOURS);
    }
  };
}

/** Who is mailed about a change. Owners make all but two of them. */
function toldOf(change: IdentityChange): readonly WorkspaceRole[] {
  return change === 'domain lost' || change === 'record gone' ? ['owner', 'admin'] : ['owner'];
}
