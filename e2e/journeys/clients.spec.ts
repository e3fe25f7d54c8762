import { ask } from '../shared/ask.ts';
import { expect, test } from '../shared/journey.ts';
import { lookAt } from '../shared/look.ts';

test('Joe finds a contact by phone, however it was typed', async ({ signInAs }) => {
  const page = await signInAs('joe', { path: '/app/contact' });
  await page.getByLabel('Name').fill('Zénaïde Téléphone');
  await page.getByRole('group', { name: 'Phones' }).getByRole('textbox').first().fill('(506) 555-0987');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await expect(page.getByRole('heading', { name: 'Zénaïde Téléphone', level: 1 })).toBeVisible();
  await page.goto('/app/jobs?tab=contacts');
  await page.getByLabel('Search by Name or Phone Number').fill('5065550987');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/query=5065550987/);
  await page.getByRole('link', { name: 'Zénaïde Téléphone' }).click();
  await expect(page).toHaveURL(/\/app\/contact\/\d+/);
});

test('Joe creates a client; Mona sees amounts where Joe sees none; only Mona may delete', async ({ signInAs }) => {
  const joe = await signInAs('joe', { path: '/app/client' });
  await joe.getByRole('button', { name: 'Create client' }).click();
  await expect(joe.getByText('This field may not be blank.').or(joe.getByText('This field is required.'))).toBeVisible();
  await joe.getByLabel('Name').fill('Journey Holdings');
  await joe.getByRole('button', { name: 'Create client' }).click();
  await expect(joe).toHaveURL(/\/app\/client\/\d+\/info/);
  await expect(joe.getByText('Balance (CAD)')).toHaveCount(0);
  await expect(joe.getByRole('button', { name: 'Delete' })).toHaveCount(0);

  const mona = await signInAs('mona', { path: new URL(joe.url()).pathname });
  await expect(mona.getByText('Balance (CAD)')).toBeVisible();
  await mona.getByRole('button', { name: 'Delete' }).click();
  await mona.getByRole('button', { name: 'Delete client' }).click();
  await expect(mona).toHaveURL(/\/app\/jobs\?tab=clients/);
  await joe.reload();
  await expect(joe.getByText('There is no such client.')).toBeVisible();
});

test('Alice agrees a rate with a client; Mona reads it and Joe does not @long', async ({ signInAs }) => {
  const alice = await signInAs('alice', { path: '/app/client' });
  await alice.getByLabel('Name').fill('Hourly Holdings');
  await alice.getByRole('button', { name: 'Create client' }).click();
  await expect(alice).toHaveURL(/\/app\/client\/\d+\/info/);
  await alice.getByRole('button', { name: 'Add an agreed rate' }).click();
  await alice.getByLabel('Charge').fill('92.5');
  await alice.keyboard.press('ControlOrMeta+s');
  await expect(alice.getByText('Saved the agreed rates.')).toBeVisible();
  await expect(alice.getByText(/^Alice Arsenault set agreed rates to .* \$92\.50\/h\.$/)).toBeVisible();
  await lookAt(alice, 'a client with agreed rates');

  const path = new URL(alice.url()).pathname;
  const mona = await signInAs('mona', { path });
  await expect(mona.getByRole('region', { name: 'Rates' })).toContainText('$92.50/h');
  await expect(mona.getByRole('button', { name: 'Add an agreed rate' })).toHaveCount(0);
  const joe = await signInAs('joe', { path });
  await expect(joe.getByRole('heading', { name: 'Hourly Holdings', level: 1 })).toBeVisible();
  await expect(joe.getByText(/agreed rates|92\.50/i)).toHaveCount(0);
});

test('two windows edit one client and nothing typed is lost', async ({ signInAs }) => {
  const mona = await signInAs('mona', { path: '/app/client' });
  await mona.getByLabel('Name').fill('Two Windows Ltd.');
  await mona.getByRole('button', { name: 'Create client' }).click();
  await expect(mona).toHaveURL(/\/app\/client\/\d+\/info/);
  const joe = await signInAs('joe', { path: new URL(mona.url()).pathname });
  await joe.getByLabel('Phone').fill('506 555-0111');
  await mona.getByLabel('Phone').fill('506 555-0222');
  await mona.getByLabel('Website').fill('https://example.ca');
  await mona.getByRole('button', { name: 'Save' }).click();
  await expect(mona.getByText('Saved.')).toBeVisible();
  await joe.getByLabel('Note').fill('typed by Joe');
  await joe.getByRole('button', { name: 'Save' }).click();
  await expect(joe.getByRole('radio', { name: /506 555-0222/ })).toBeVisible();
  await expect(joe.getByLabel('Note')).toHaveValue('typed by Joe');
  await joe.getByRole('radio', { name: /506 555-0111/ }).check();
  await joe.getByRole('button', { name: 'Save' }).click();
  await expect(joe.getByText('Saved.')).toBeVisible();
  await mona.reload();
  await expect(mona.getByLabel('Phone')).toHaveValue('506 555-0111');
  await expect(mona.getByLabel('Website')).toHaveValue('https://example.ca');
  await expect(mona.getByLabel('Note')).toHaveValue('typed by Joe');
});

test('Mona merges two contacts from the list @long', async ({ signInAs }) => {
  const page = await signInAs('mona', { path: '/app/contact' });
  for (const name of ['Merge Mallet', 'M. Mallet']) {
    await page.goto('/app/contact');
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create contact' }).click();
    await expect(page).toHaveURL(/\/app\/contact\/\d+/);
  }
  const old = page.url();
  await page.goto('/app/jobs?tab=contacts&query=mallet');
  await page.getByLabel('Select Merge Mallet').check();
  await page.getByLabel('Select M. Mallet').check();
  await page.getByRole('button', { name: 'Merge 2 contacts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('radiogroup', { name: 'Which contact stays' })
    .getByLabel(/^Merge Mallet/)
    .check();
  await dialog.getByRole('button', { name: 'Merge contacts' }).click();
  await expect(page.getByRole('heading', { name: 'Merge Mallet', level: 1 })).toBeVisible();
  const kept = new URL(page.url()).pathname;
  await page.goto(old);
  await expect(page).toHaveURL(new RegExp(`${kept}$`));
});

test('a contact linked from its own page stays when the client’s form, open all the while, is saved @long', async ({ signInAs }) => {
  const mona = await signInAs('mona', { path: '/app/client' });
  await mona.getByLabel('Name').fill('Linked Twice Ltd.');
  await mona.getByRole('button', { name: 'Create client' }).click();
  await expect(mona).toHaveURL(/\/app\/client\/\d+\/info/);
  const [, id] = /client\/(\d+)/.exec(mona.url())!;
  await mona.getByLabel('Note').fill('typed meanwhile');

  const joe = await signInAs('joe', { path: `/app/contact?client=${id}` });
  await expect(joe.getByText('Linked Twice Ltd.')).toBeVisible();
  await joe.getByLabel('Name').fill('Luc Linked');
  await joe.getByRole('button', { name: 'Create contact' }).click();
  await expect(joe.getByRole('heading', { name: 'Luc Linked', level: 1 })).toBeVisible();

  await mona.getByRole('button', { name: 'Save' }).click();
  await expect(mona.getByText('Contacts: Luc Linked (added)')).toBeVisible();
  await mona.getByRole('button', { name: 'Save' }).click();
  await expect(mona.getByText('Saved.')).toBeVisible();
  await mona.reload();
  await expect(mona.getByLabel('Note')).toHaveValue('typed meanwhile');
  await expect(mona.getByRole('link', { name: 'Luc Linked' })).toBeVisible();
});

test('Mona sees what a merge will fill in before she merges @long', async ({ signInAs }) => {
  const page = await signInAs('mona', { path: '/app/jobs?tab=clients' });
  for (const body of [{ name: 'Fillin Farm' }, { name: 'Fillin Farms', website: 'https://fillin.example' }])
    await ask(page, 'POST', '/api/clients/client/', body);
  await page.goto('/app/jobs?tab=clients&query=fillin');
  for (const name of ['Fillin Farm', 'Fillin Farms']) await page.getByLabel(`Select ${name}`, { exact: true }).check();
  await page.getByRole('button', { name: 'Merge 2 clients' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Fillin Farm \(no/).check();
  await expect(dialog.getByText('Will be filled in')).toBeVisible();
  await expect(dialog.getByText('https://fillin.example')).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge clients' }).click();
  await expect(page.getByRole('heading', { name: 'Fillin Farm', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Website')).toHaveValue('https://fillin.example');
});
