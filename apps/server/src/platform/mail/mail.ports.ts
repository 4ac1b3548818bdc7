/** A mail as the product composes it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every attempt to send it, so that duplicates can be recognised: becomes the Message-ID. */
  readonly key: string;
  /** The main link of the mail, which an installation without a mail server prints in the terminal. */
  readonly link: string | null;
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[];
}

/** Sends mails; throws when sending failed and should be retried. */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}

/** A mail that was not sent: it is stored in the outbox folder of an installation without a mail server. */
export interface KeptMail {
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly sentAt: Date;
  readonly text: string;
}

export interface Outbox {
  /** Newest first. */
  list(): Promise<readonly KeptMail[]>;
}
