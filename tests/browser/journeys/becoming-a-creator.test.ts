import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePhoto } from '../material.ts'
import { addStaff, inTokyo, narrowPhone, password, sideways, signedIn } from './creator-steps.ts'
import { press } from './fan-steps.ts'
import { oneStory, openStage, photographFailures, type Stage } from './stage.ts'

// How a user becomes a creator, on a phone of 360 px: documents by camera, a review by keyboard, a question and its answer, and two
// reviewers at once.

let stage: Stage
let creator: Page
let staff: Page

beforeAll(async () => {
  stage = await openStage()
  await addStaff(stage, 'Mara Lindt', 'Ada Bauer')
})
afterAll(() => stage?.close())
photographFailures(() => stage)

describe('becoming a creator', () => {
  oneStory()
  it('signs up on a phone, with identity documents from the camera', async () => {
    creator = await stage.visitor(narrowPhone, inTokyo)
    await creator.goto('/auth/register/creator')
    await creator.getByLabel('Display name').fill('Ines Valloy')
    // A taken name is found while it is typed, before any document is sent.
    await creator.getByLabel('Username').fill('maralindt')
    await creator.getByText('This username is already taken.').waitFor()
    await creator.getByLabel('Username').fill('valloyclay')
    await creator.getByText('This username is available.').waitFor()
    await creator.getByLabel('Email').fill('ines@example.com')
    await creator.getByLabel('Password', { exact: true }).fill(password)
    await creator.getByRole('button', { name: 'Continue' }).click()
    await creator.getByLabel('Legal name').fill('Inês Maria Valloy')
    await creator.getByLabel('Date of birth').fill('1990-04-02')
    await creator.getByLabel('Country').selectOption('PT')
    await creator.getByLabel('Gender').selectOption('female')
    await creator.getByRole('button', { name: 'Continue' }).click()
    // A file that is not an identity document is rejected before anything is sent.
    await creator.locator('input[name=idFront]').setInputFiles({
      name: 'front.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ'),
    })
    await creator.getByText('This file type isn’t supported.', { exact: false }).waitFor()
    for (const at of [0, 1, 2]) {
      await creator.getByRole('button', { name: 'Use camera' }).nth(at).click()
      await creator.getByRole('button', { name: 'Take photo' }).click()
      await expect.poll(() => creator.getByText(/camera\.jpg/).count()).toBe(at + 1)
    }
    expect(await sideways(creator)).toBe(0)
    await creator.getByRole('checkbox').last().check()
    await creator.getByRole('button', { name: 'Submit application' }).click()
    await creator.getByText('Application submitted').first().waitFor()
  })

  it('goes on from there to the studio, by logging in', async () => {
    await press(creator, creator.getByRole('link', { name: 'Log in and set up your page' }))
    await creator.waitForURL(({ pathname }) => pathname === '/auth/login')
    await creator.getByLabel('Email or username').fill('valloyclay')
    await creator.getByLabel('Password', { exact: true }).fill(password)
    await press(creator, creator.getByRole('button', { name: 'Log in', exact: true }))
    await creator.waitForURL((url) => url.pathname === '/creator')
    await creator.getByRole('heading', { level: 1 }).waitFor()
    expect(await sideways(creator)).toBe(0)
  })

  it('staff open the documents and request one of them again, by keyboard', async () => {
    staff = await signedIn(stage, 'maralindt')
    await staff.goto('/admin/creators')
    await staff.getByRole('link', { name: 'Ines Valloy' }).waitFor()
    // Key presses are handled once the page is hydrated.
    await expect
      .poll(async () => {
        await staff.keyboard.press('j')
        return staff.evaluate(() => document.activeElement?.textContent)
      })
      .toBe('Ines Valloy')
    await staff.keyboard.press('Enter')
    const panel = staff.getByRole('dialog')
    await panel.getByRole('heading', { name: 'Documents' }).waitFor()
    await staff.keyboard.press('o')
    await staff.keyboard.type('First review')
    await staff.keyboard.press('Enter')
    await expect.poll(() => panel.getByRole('img').count()).toBe(3)
    await panel.getByText('You’re reviewing this').waitFor()
    await staff.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await staff.keyboard.press('m')
    await panel.getByRole('button', { name: 'Selfie with ID' }).click()
    await panel.getByLabel('Selfie with ID').fill('Your face is cut off.')
    await panel.getByRole('button', { name: 'Request 1 item' }).click()
    await staff.getByText('Requested. The creator was notified.').waitFor()
  })

  it('the creator reads why, and has to submit only that document', async () => {
    creator = await signedIn(stage, 'valloyclay', narrowPhone)
    await creator.goto('/creator/verification')
    await creator.getByText('More information needed').waitFor()
    await creator.getByText('Requested: Your face is cut off.').waitFor()
    expect(await creator.locator('input[type=file]').count()).toBe(1)
    expect(await creator.getByLabel('Name on the document').count()).toBe(0)
    await creator.locator('input[name=selfieWithId]').setInputFiles(await makePhoto(stage.folder, 'selfie', 220))
    await creator.getByRole('button', { name: 'Submit for review' }).click()
    await creator.getByText('Submitted', { exact: true }).waitFor()
  })

  it('a second reviewer sees who claimed it, takes it over, opens the documents, approves by keyboard and undoes it; the first is notified', async () => {
    await staff.goto('/admin/creators')
    await staff.getByRole('link', { name: 'Ines Valloy' }).click()
    const panel = staff.getByRole('dialog')
    await panel.getByLabel('Reason for access').fill('Second look')
    await panel.getByRole('button', { name: 'Show 3 documents' }).click()
    await panel.getByText('You’re reviewing this').waitFor()

    const other = await signedIn(stage, 'adabauer')
    await other.goto(staff.url())
    await other
      .getByText(/Mara Lindt is reviewing this/)
      .first()
      .waitFor()
    expect(await other.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await other.getByRole('button', { name: 'Take over' }).click()
    await other.getByRole('button', { name: 'Approve' }).waitFor()
    // A click and the key do the same: documents that the first reviewer opened count for the first only.
    for (const approve of [
      () => other.getByRole('button', { name: 'Approve' }).click(),
      async () => {
        await other.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
        await other.keyboard.press('a')
      },
    ]) {
      await approve()
      await other.getByText('Open all documents first.').last().waitFor()
      expect(await other.getByLabel('Expiry date on the document').count()).toBe(0)
    }
    const openByKeys = async () => {
      await other.getByLabel('Reason for access').fill('Second look')
      await other.keyboard.press('Enter')
      await expect.poll(() => other.getByRole('dialog').getByRole('img').count()).toBe(3)
    }
    await openByKeys()
    const approveByKeys = async () => {
      await other.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await other.keyboard.press('a')
      await other.getByLabel('Expiry date on the document').fill('2040-01-02')
      await other.keyboard.press('Enter')
      await other.getByText('Approved. The creator can publish now.').last().waitFor()
    }
    await approveByKeys()
    await other.getByRole('button', { name: 'Undo approval' }).first().click()
    await other.getByText('Approval undone. The review is open again.').waitFor()
    await other.getByText('You’re reviewing this').waitFor()
    await openByKeys()
    await approveByKeys()
    await other.context().close()

    await panel.getByRole('button', { name: 'Approve' }).click()
    await panel.getByRole('checkbox', { name: 'The document has no expiry date' }).check()
    await panel.getByRole('button', { name: 'Approve' }).click()
    await staff.getByText('This was already decided.').waitFor()
    await panel.getByText(/decided by Ada Bauer/).waitFor()
  })

  it('threw no error on any page', () => expect(stage.faults).toEqual([]))
})
