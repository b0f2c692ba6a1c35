-- Checks the counts written before.
-- additive

ALTER TABLE counter_deltas VALIDATE CONSTRAINT counter_deltas_subject_check;
