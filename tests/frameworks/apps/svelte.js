// A controlled form and a list of things to do, in Svelte.
import { mount } from 'svelte';
import Form from './Form.svelte';
import Todos from './Todos.svelte';

mount(document.title.endsWith('todos') ? Todos : Form, { target: document.getElementById('app') });
