/** The fields of a creator's application, and the step of each. */
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
