import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../index.ts';

/** A mail as nodemailer takes it. The Message-ID follows from the mail's key: a second try is the same message. */
export function messageOf(
  mail: Mail,
  { from, productName }: { readonly from: string; readonly productName: string },
): SendMailOptions {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const id = createHash('sha256').update(mail.key).digest('hex').slice(0, 32);
  return {
    from: { name: productName, address: from },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: (mail.attachments ?? []).map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: bytes,
    })),
    messageId: `<${id}@${domain}>`,
    headers: {
      // RFC 3834: nobody's holiday answers should come back.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}
