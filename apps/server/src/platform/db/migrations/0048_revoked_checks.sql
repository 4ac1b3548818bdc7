-- Since when nobody but the owner can open the result; null while it is shared with whoever has its id.
ALTER TABLE checks ADD COLUMN revoked_at timestamptz;
