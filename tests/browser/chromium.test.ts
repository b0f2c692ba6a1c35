import { expect, test } from 'vitest'
import { launchChromium, provokeRefusals } from './chromium.ts'

test('the browser of the tests renders a page and plays the video format we make', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } })
    await page.setContent('<h1 style="font: 40px sans-serif">Fanlight ファン</h1>')
    const image = await page.screenshot()
    const canPlay = await page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="avc1.64001f, mp4a.40.2"'))
    expect(image.length).toBeGreaterThan(1_000)
    expect(canPlay).toBe(true)
  } finally {
    await browser.close()
  }
})

test('the browser of the tests has the package’s fonts and none of the machine’s', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const has = (face: string) =>
      page.evaluate(
        (name) =>
          new FontFace('local', `local("${name}")`).load().then(
            () => true,
            () => false,
          ),
        face,
      )
    expect(await has('Open Sans Regular')).toBe(true)
    for (const face of ['DejaVu Sans', 'Liberation Sans', 'Arial', 'Noto Sans CJK JP'])
      expect(await has(face)).toBe(false)
  } finally {
    await browser.close()
  }
})

test('the browser of the tests is taken for a person’s', async () => {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    // The server renders pages for robots in another way.
    expect(await page.evaluate(() => navigator.userAgent)).toMatch(/ Chrome\/\d+/)
  } finally {
    await browser.close()
  }
})

test.each([
  ['a picture of another site', `img-src 'self'`, '<img src="https://elsewhere.example/a.png">'],
  ['a script in the page', `script-src 'self'`, '<script>1</script>'],
  ['text that becomes markup', `require-trusted-types-for 'script'`, '', `document.body.innerHTML = '<b>bold</b>'`],
])(
  'the browser of the tests does not close in silence after %s that the policy forbids',
  async (_, policy, body, script = '') => {
    const browser = await launchChromium()
    const page = await browser.newPage()
    await page.route('**/*', (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({
            contentType: 'text/html',
            headers: { 'content-security-policy': policy },
            body: `<body>${body}`,
          })
        : route.abort(),
    )
    const said = page.waitForEvent('console')
    await page.goto('https://fanlight.example/')
    await page.evaluate(script).catch(() => undefined)
    await said
    await expect(browser.close()).rejects.toThrow('https://fanlight.example/: ')
  },
)

test('the browser of the tests closes after what a test itself made a page try', async () => {
  const browser = await launchChromium()
  const page = await browser.newPage()
  provokeRefusals(page.context())
  await page.route('**/*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': `script-src 'self'` },
      body: '<body><script>1</script>',
    }),
  )
  const said = page.waitForEvent('console')
  await page.goto('https://fanlight.example/')
  await said
  await browser.close()
})
