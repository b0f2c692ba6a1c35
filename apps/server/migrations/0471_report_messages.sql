-- A message of a conversation can be reported, and staff can delete it.
-- additive

ALTER TABLE report_cases DROP CONSTRAINT report_cases_target_type_check;
ALTER TABLE report_cases ADD CONSTRAINT report_cases_target_type_check
  CHECK (target_type IN ('feed', 'video', 'gallery', 'photo', 'product', 'comment', 'message', 'performer', 'user')) NOT VALID;
ALTER TABLE report_cases DROP CONSTRAINT report_cases_action_check;
ALTER TABLE report_cases ADD CONSTRAINT report_cases_action_check
  CHECK (action IN ('hide', 'remove', 'delete_comment', 'delete_message', 'suspend', 'dismiss')) NOT VALID;
