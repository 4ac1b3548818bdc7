import { Icon } from '@assay/ui';
import { shortenAddress } from '@assay/wording';
import { useProductName } from '../../shell/layout/site-settings.ts';
import type { Example } from './example.ts';
import { ExampleHeadline, ExampleStars } from './example-score.tsx';

interface BotPromoProps {
  /** Null where this installation has no bot. */
  readonly botUsername: string | null;
  readonly example: Example | null;
}

/** The bot on Telegram, with a conversation as it goes. */
export function BotPromo({ botUsername, example }: BotPromoProps) {
  const productName = useProductName();
  return (
    <section className="bot" id="bot">
      <div className="wrap-wide">
        <div className="bot-plate">
          <div className="bot-text">
            <h2>Check from a chat</h2>
            <p>
              Send an address to the {productName} bot on Telegram and get the stars back in the same conversation. No
              registration.
            </p>
            {botUsername === null ? (
              <p>The bot is not open yet.</p>
            ) : (
              <a className="btn btn-plate" href={`https://t.me/${botUsername}`} rel="noreferrer">
                <Icon name="plane" />
                Open the bot
              </a>
            )}
          </div>
          {example !== null && (
            <div className="chat" aria-hidden="true">
              <p className="me mono">{shortenAddress(example.address)}</p>
              <p className="me">{example.parent === null ? example.ticker : `${example.ticker}, ${example.parent}`}</p>
              <div className="it">
                <ExampleStars example={example} size="md" />
                <ExampleHeadline example={example} />
              </div>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
