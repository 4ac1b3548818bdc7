-- What somebody wanted on invoices was stored by a call that began before the account was deleted or the company closed.
DELETE FROM billing_details d WHERE NOT EXISTS (SELECT FROM workspaces w WHERE w.id = d.sub);
