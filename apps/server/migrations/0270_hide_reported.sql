-- Photos that staff withhold while their gallery stays, and cases whose target is hidden until they are decided.
-- additive

ALTER TABLE photos ADD COLUMN is_withheld boolean NOT NULL DEFAULT false;
-- When the target was hidden without a decision, and the status that it had; none where there was nothing to hide.
ALTER TABLE report_cases ADD COLUMN hidden_at timestamptz;
ALTER TABLE report_cases ADD COLUMN hidden_status text;
