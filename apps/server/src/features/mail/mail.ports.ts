/** A mail as the product writes it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every try to send it, so that a mailbox that got it twice can tell: becomes the Message-ID. */
  readonly key: string;
  /** The one link the mail is about, for the terminal of an installation that sends none. */
  readonly link: string | null;
}

/** Hands mails on; throws when that did not work and should be tried again. */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}

/** A mail that nobody sent: it lies in the outbox folder of an installation without a mail server. */
export interface KeptMail {
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly sentAt: Date;
  readonly text: string;
}

export interface Outbox {
  /** The newest first. */
  list(): Promise<readonly KeptMail[]>;
}
