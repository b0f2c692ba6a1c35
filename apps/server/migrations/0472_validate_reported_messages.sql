-- Cases are about a known kind of target, and end in a known way.
-- additive

ALTER TABLE report_cases VALIDATE CONSTRAINT report_cases_target_type_check;
ALTER TABLE report_cases VALIDATE CONSTRAINT report_cases_action_check;
