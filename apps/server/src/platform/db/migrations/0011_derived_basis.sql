-- Everything a set was concluded from: method, given labels and records. Another basis means it is out of date.
ALTER TABLE derived_label_set RENAME COLUMN given_version TO basis;
