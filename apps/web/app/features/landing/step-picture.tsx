import type { RosetteStage } from '@assay/figures';
import { AssetName, Icon, Spinner } from '@assay/ui';
import { shortenAddress } from '@assay/wording';
import type { Example } from './example.ts';
import { ExampleHeadline, ExampleStars } from './example-score.tsx';

/** What the panel looks like at one step. Decoration: the step's words say the same. */
export function StepPicture({ stage, example }: { readonly stage: RosetteStage; readonly example: Example | null }) {
  switch (stage) {
    case 1:
      return (
        <div className="frag">
          <span className="label">Wallet address</span>
          <div className="frag-input mono">
            {example === null ? 'bc1q…' : shortenAddress(example.address)}
            <i className="caret" />
          </div>
        </div>
      );
    case 2:
      return (
        <div className="frag frag-list">
          <p>Available in this blockchains</p>
          <ul>
            <li className="on">
              <AssetName ticker="BTC" parent={null} name="Bitcoin" />
              <Icon name="check" />
            </li>
            <li>
              <AssetName ticker="BSV" parent={null} name="Bitcoin SV" />
            </li>
          </ul>
        </div>
      );
    case 3:
      return (
        <div className="frag frag-mid">
          <span className="btn btn-primary">
            <Spinner />
            Check
          </span>
        </div>
      );
    case 4:
      return example === null ? null : (
        <div className="frag frag-score">
          <ExampleStars example={example} size="md" />
          <ExampleHeadline example={example} />
        </div>
      );
  }
}
