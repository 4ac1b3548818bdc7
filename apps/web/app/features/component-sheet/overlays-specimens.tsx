import { Dialog, Icon, Menu, MenuItem, Tooltip } from '@assay/ui';
import { useState } from 'react';
import { Specimen, States } from './specimen.tsx';

export function OverlaysSpecimens() {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('nothing');
  return (
    <Specimen title="Dialog, menu, tooltip">
      <States>
        <button className="btn btn-line" type="button" onClick={() => setOpen(true)}>
          Open the dialog
        </button>
        <Menu
          align="start"
          trigger={
            <button className="btn btn-line" type="button">
              Open the menu
              <Icon name="down" />
            </button>
          }
        >
          <MenuItem onSelect={() => setChosen('Crypto')}>
            <Icon name="coin" />
            Crypto
          </MenuItem>
          <MenuItem onSelect={() => setChosen('Card')}>
            <Icon name="card" />
            Card
          </MenuItem>
          <MenuItem disabled>Invoice</MenuItem>
        </Menu>
        <Tooltip text="Records of this asset end on 28 Feb 2026">
          <button className="btn btn-line" type="button">
            Point at me
          </button>
        </Tooltip>
      </States>
      <p className="hint" role="status">
        Chosen: {chosen}
      </p>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete Promo Code"
        description="Are you sure you want to delete promo code HALLMARK5 ?"
        action={
          <button
            className="btn btn-danger"
            type="button"
            onClick={() => {
              setChosen('Delete');
              setOpen(false);
            }}
          >
            Delete
          </button>
        }
      />
    </Specimen>
  );
}
