-- The address of one-click unsubscribing, of emails that can be switched off.
-- additive

ALTER TABLE mails ADD COLUMN unsubscribe text;
