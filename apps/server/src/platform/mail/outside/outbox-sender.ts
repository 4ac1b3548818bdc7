import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { once } from '../../kernel/once.ts';
import type { KeptMail, Mail, MailSender, Outbox } from '../index.ts';
import { messageOf } from './message.ts';

export interface OutboxSettings {
  /** Folder of the .eml files; made when missing, readable by its owner alone. */
  readonly dir: string;
  readonly from: string;
  readonly productName: string;
  /** Prints a line for people on stdout: links to sign in are not for a log. */
  readonly out: (text: string) => void;
}

/** More than this many are not kept: they contain links, and older ones are not read. */
const KEPT = 100;

/** Keeps mails as files where no mail server is set (RFC 5322, as it would have been sent), and prints their links. */
export function openOutbox(settings: OutboxSettings): MailSender & Outbox {
  // Loaded by the first mail: no start waits for it.
  const transport = once(async () => {
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  });

  async function fileNames(): Promise<readonly string[]> {
    const names = await readdir(settings.dir);
    return names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse();
  }

  return {
    async send(mail: Mail) {
      const { message } = await (await transport()).sendMail(messageOf(mail, settings));
      await mkdir(settings.dir, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const file = path.join(settings.dir, `${time}-${randomBytes(3).toString('hex')}.eml`);
      // Written under another name first: the .eml files of the folder are always complete.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      settings.out(`Mail to ${mail.to}: ${mail.link ?? mail.subject}`);
      for (const name of (await fileNames()).slice(KEPT)) await rm(path.join(settings.dir, name), { force: true });
    },

    async list() {
      try {
        return await Promise.all((await fileNames()).map((name) => readKept(settings.dir, name)));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
        throw error;
      }
    },
  };
}

async function readKept(dir: string, name: string): Promise<KeptMail> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(await readFile(path.join(dir, name)));
  return {
    name,
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    sentAt: new Date(mail.date ?? 0),
    text: mail.text ?? '',
  };
}
