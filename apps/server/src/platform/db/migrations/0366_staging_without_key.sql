-- Nothing looks a staged transfer up by its number, which only keeps the order in which rows were staged.
ALTER TABLE staged_transfers DROP CONSTRAINT staged_transfers_pkey;
