// A controlled form and a list of things to do, in Vue, with templates compiled in the page.
import { computed, createApp, nextTick, reactive, ref } from 'vue/dist/vue.esm-bundler.js';

const Form = {
  setup() {
    const model = reactive({
      code: '',
      amount: null,
      subscribed: false,
      size: '',
      colour: 'red',
      toppings: [],
      day: '',
      volume: 5,
      notes: '',
    });
    const sent = ref(null);
    const submit = () => {
      sent.value = { ...model };
    };
    return { model, sent, submit };
  },
  template: `
    <form @submit.prevent="submit">
      <label>Code <input :value="model.code" @input="model.code = $event.target.value.toUpperCase()"></label>
      <label>Amount <input type="number" step="0.5" max="100" v-model.number="model.amount"></label>
      <label><input type="checkbox" v-model="model.subscribed"> Subscribe</label>
      <fieldset><legend>Size</legend>
        <label v-for="size of ['Small', 'Medium', 'Large']"><input type="radio" :value="size" v-model="model.size"> {{ size }}</label>
      </fieldset>
      <label>Colour <select v-model="model.colour">
        <option value="red">Red</option><option value="green">Green</option><option value="blue">Blue</option>
      </select></label>
      <label>Toppings <select multiple v-model="model.toppings">
        <option value="cheese">Cheese</option><option value="ham">Ham</option><option value="olives">Olives</option>
      </select></label>
      <label>Day <input type="date" v-model="model.day"></label>
      <label>Volume <input type="range" min="0" max="10" v-model.number="model.volume"></label>
      <label>Notes <textarea v-model="model.notes"></textarea></label>
      <button>Send</button>
      <pre id="model">{{ JSON.stringify(model) }}</pre>
      <pre id="sent" v-if="sent">{{ JSON.stringify(sent) }}</pre>
    </form>`,
};

const Todos = {
  setup() {
    const todos = ref([]);
    const title = ref('');
    const filter = ref('');
    const editing = ref(null);
    const field = ref([]);
    window.addEventListener('hashchange', () => {
      filter.value = location.hash.slice(2);
    });
    const add = () => {
      if (title.value.trim() === '') return;
      todos.value.push({ title: title.value.trim(), done: false });
      title.value = '';
    };
    const edit = async (todo) => {
      editing.value = todo;
      await nextTick();
      field.value[0].focus();
    };
    const left = computed(() => todos.value.filter(({ done }) => !done).length);
    const shown = computed(() =>
      todos.value.filter(({ done }) => !filter.value || done === (filter.value === 'completed')),
    );
    const clear = () => {
      todos.value = todos.value.filter(({ done }) => !done);
    };
    return { todos, title, editing, field, add, edit, left, shown, clear };
  },
  template: `
    <section>
      <input placeholder="What needs to be done?" v-model="title" @keydown.enter="add">
      <ul>
        <li v-for="todo of shown" :key="todo">
          <input type="checkbox" :aria-label="'Toggle ' + todo.title" v-model="todo.done">
          <input v-if="editing === todo" ref="field" aria-label="Edit" v-model="todo.title"
            @keydown.enter="editing = null" @blur="editing = null">
          <span v-else @dblclick="edit(todo)">{{ todo.title }}</span>
        </li>
      </ul>
      <p>{{ left }} {{ left === 1 ? 'item' : 'items' }} left</p>
      <a href="#/">All</a> <a href="#/active">Active</a> <a href="#/completed">Completed</a>
      <button v-if="left < todos.length" @click="clear">Clear completed</button>
      <pre id="model">{{ JSON.stringify(todos.map(({ title, done }) => ({ title, done }))) }}</pre>
    </section>`,
};

createApp(document.title.endsWith('todos') ? Todos : Form).mount('#app');
