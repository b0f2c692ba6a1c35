-- additive
ALTER TABLE files VALIDATE CONSTRAINT files_alt_check;
