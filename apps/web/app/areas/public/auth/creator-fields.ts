/** What a creator's application asks for, and on which step. */
export const fileNames = ['idFront', 'idBack', 'selfieWithId'] as const
export const fieldNames = [
  'name',
  'username',
  'email',
  'password',
  'gender',
  'dateOfBirth',
  'country',
  'legalName',
] as const
export const steps = [
  { key: 'account', fields: ['name', 'username', 'email', 'password'] },
  { key: 'person', fields: ['legalName', 'dateOfBirth', 'country', 'gender'] },
  { key: 'documents', fields: [...fileNames, 'acceptTerms'] },
] as const
