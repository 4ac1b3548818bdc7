-- What strangers file neither uses up the room of who controls the address, nor floods the mailbox that it names.
-- Until when a dispute beyond the room of its address waits for a proof of control; null for one that needs none.
ALTER TABLE dispute ADD COLUMN proof_by timestamptz;
-- Whether the mailbox still had room for the mails of this dispute on its day.
ALTER TABLE dispute ADD COLUMN is_mailed boolean NOT NULL DEFAULT true;
