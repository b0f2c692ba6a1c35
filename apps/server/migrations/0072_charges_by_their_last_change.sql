-- Charges are listed by their last change. Only those that changed stand in the index: a new charge writes nothing to it.

CREATE INDEX charges_changed ON charges (user_id, updated_at DESC, id DESC) WHERE updated_at > created_at;
